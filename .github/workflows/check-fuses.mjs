// Fails unless every fuse wire of the program at the first argument has the fuses of the product. A universal program
// has two wires.
import { readFileSync } from 'node:fs'

const wanted = '010011001'
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const program = readFileSync(process.argv[2], 'latin1')
const wires = program.split(sentinel).slice(1)
const found = wires.map((text) => `${text.charCodeAt(0)} ${text.slice(2, 2 + text.charCodeAt(1))}`)
process.stdout.write(`${found.join('\n')}\n`)
if (found.length === 0 || found.some((wire) => wire !== `1 ${wanted}`)) process.exit(1)
