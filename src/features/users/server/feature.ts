import type { Db } from '#db/db.ts'
import type { Platform } from '#platform/platform.ts'
import { userHandlers } from './routes.ts'
import { createUserService } from './service.ts'

type UsersNeeds = { notifyNewAdmin: (tx: Db, userId: string) => Promise<void> }

export function createUsersFeature({ db }: Platform, { notifyNewAdmin }: UsersNeeds) {
  return { handlers: userHandlers({ users: createUserService({ db, notifyNewAdmin }) }) }
}
