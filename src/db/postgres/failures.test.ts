import { expect, test } from 'vitest'
import { createOpenError } from '../damage.ts'

const folder = '/nowhere/data/db'

test.each([
  ['lock file "postmaster.pid" already exists', 'Stop that process, or wait a minute'],
  ['pre-existing shared memory block (key 1, ID 2) is still in use', 'Stop that process, or wait a minute'],
  [`data directory "${folder}" has invalid permissions`, `chmod 700 ${folder}`],
  [`data directory "${folder}" has wrong ownership`, 'chown -R '],
  ['could not write to file "pg_wal/xlogtemp.7": No space left on device', 'Free some space on it'],
  ['could not resize shared memory segment "/PostgreSQL.1" to 9 bytes: No space left on device', '/dev/shm'],
  ['could not create semaphores: No space left on device', 'limits of shared memory or semaphores'],
  ['could not map anonymous shared memory: Cannot allocate memory', 'There was not enough memory'],
  ['It ended by SIGKILL.', 'There was not enough memory'],
  ['could not open file "base/5/112": Too many open files', 'ulimit -n'],
  ['insufficient file descriptors available to start server process', 'ulimit -n'],
  ['could not fork startup process: Resource temporarily unavailable', 'ulimit -u'],
  ['could not open file "postmaster.pid": Read-only file system', 'mounted read-only'],
  ['could not open file "base/5/112": Input/output error', 'Copy the folder to another disk'],
  ['could not open file "global/pg_control": Permission denied', `chown -R 0:0 ${folder}/global/pg_control`],
  ["EACCES: permission denied, open '/nowhere/data/db.log'", 'chown -R 0:0 /nowhere/data/db.log'],
  ['could not create lock file "/tmp/chopmark-1/.s.PGSQL.5432.lock": Permission denied', 'TMPDIR'],
  ['could not create any Unix-domain sockets', 'TMPDIR'],
  ["ENOSPC: no space left on device, mkdtemp '/tmp/chopmark-1-XXXXXX'", 'TMPDIR'],
  ['database files are incompatible with server', 'another version of PostgreSQL or on another system'],
  [`configuration file "${folder}/postgresql.conf" contains errors`, 'its data is intact'],
  ['could not load pg_hba.conf', 'its data is intact'],
  ['could not open directory "pg_notify": No such file or directory', `${folder}/pg_notify`],
])('%s: an intact folder is not to be moved away', async (output, advice) => {
  const { message } = await createOpenError(folder, new Error(output))
  expect(message).toContain(advice)
  expect(message).not.toMatch(/move the folder away|--replace/i)
})

test.each([
  'could not locate a valid checkpoint record',
  'incorrect checksum in control file',
  'could not open directory "pg_wal": No such file or directory',
  'could not read file "global/pg_filenode.map": read 0 of 524',
])('%s: a damaged one is', async (output) => {
  const { message } = await createOpenError(folder, new Error(output))
  expect(message).toMatch(/Move the folder away; this restores a backup from elsewhere: .+ --replace$/)
})
