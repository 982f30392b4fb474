/** Where a command prints a line: its results, and its problems. */
export type CommandOutput = { readonly out: (line: string) => void; readonly err: (line: string) => void }

/** Returns the text of anything that was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/**
 * Returns what a command line asks for. Prints the problem and the command's usage, and returns null, if `read` throws
 * or returns a message: a flag is unknown, missing or invalid.
 */
export const orderOrUsage = async <Order extends object>(
  read: () => Promise<Order | string>,
  print: Pick<CommandOutput, 'err'>,
  usage: string,
): Promise<Order | null> => {
  const order = await read().catch(messageOf)
  if (typeof order !== 'string') return order
  print.err(`${order}\n${usage}`)
  return null
}
