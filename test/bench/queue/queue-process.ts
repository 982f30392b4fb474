import { appendFileSync } from 'node:fs'
import { openSubject, type SubjectName } from './queue-subjects.ts'

/**
 * A queue in its own process, to be killed in the middle. Adds `count` jobs (0 after the kill) and runs all waiting
 * jobs.
 */
const [, , name = '', path = '', effects = '', count = '0'] = process.argv
const subject = openSubject(name as SubjectName, path)
for (let job = 0; job < Number(count); job += 1) subject.add(`job-${job}`)
await subject.drain((jobID) => appendFileSync(effects, `${jobID}\n`))
process.stdout.write(`${JSON.stringify({ doubted: subject.doubted() })}\n`)
await subject.close()
