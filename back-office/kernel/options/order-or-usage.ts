/** Where a command prints a line: its results, and its problems. */
export type CommandOutput = { readonly out: (line: string) => void; readonly err: (line: string) => void }

/**
 * Returns what a command line asks for. Prints the problem and the command's usage, and returns null, if `read` throws
 * or returns a message: a flag is unknown, missing or invalid.
 */
export const orderOrUsage = async <Order extends object>(
  read: () => Promise<Order | string>,
  print: Pick<CommandOutput, 'err'>,
  usage: string,
): Promise<Order | null> => {
  const problem = (error: unknown): string => (error instanceof Error ? error.message : String(error))
  const order = await read().catch(problem)
  if (typeof order !== 'string') return order
  print.err(`${order}\n${usage}`)
  return null
}
