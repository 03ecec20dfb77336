import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Files that take long for their size: begun last, one of them would keep one processor busy while the others rest. */
const longFiles = [
  'test/browser/site/kill.e2e.ts',
  'test/browser/site/script-injection.e2e.ts',
  'src/operations/move-database.test.ts',
  'src/main/backup/backup-commands.test.ts',
  'test/api/matrix.test.ts',
  'test/api/races.test.ts',
  'src/features/backup/server/restore.test.ts',
  'src/db/migrate.test.ts',
  'src/db/postgres/postgres.test.ts',
  'src/main/cli.test.ts',
  'src/main/fault-matrix.test.ts',
  'src/db/jobs.test.ts',
  'src/operations/commands/rate-commands.test.ts',
  'src/features/auth/server/mail/mail-crash.test.ts',
]

/** Starts with the long files; the rest as Vitest orders them. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      longFiles.some((name) => moduleId.endsWith(`/${name}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
