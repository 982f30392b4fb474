/**
 * What a state asks of staff; the screens give each role one colour (decision 349). `stop`: must be resolved before the
 * scan. `attention`: staff should act, but nothing is blocked. `info`: for information, or under way. `done`: nothing
 * is left to do. `none`: past, cancelled, or no state.
 */
export type StateRole = 'stop' | 'attention' | 'info' | 'done' | 'none'
