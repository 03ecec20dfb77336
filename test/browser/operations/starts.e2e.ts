import { expect, test } from 'vitest'
import { listProblems, withStartFolder } from '../../attacks/starts/attempt.ts'
import { interruptions, lateFailures } from '../../attacks/starts/cases.ts'

const quick = [
  'the port is taken',
  'a second start during the first, which gets ready',
  'a password of the first admin that is too common',
  'SIGTERM while the database is made',
  'SIGHUP while the catalogue is filled',
  'SIGKILL to the launcher while the database starts',
]

test.for([...lateFailures, ...interruptions].filter(({ name }) => quick.includes(name)))(
  'a start that fails leaves nothing running and says why: $name',
  async ({ sentence, run }) => {
    expect(listProblems(await withStartFolder(run), sentence)).toEqual([])
  },
)
