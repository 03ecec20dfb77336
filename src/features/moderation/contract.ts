import { z } from 'zod'
import { moderationStatuses } from '#shared/column-values.ts'

/** The status by which a list is filtered; empty and 'All' mean every status. */
export const statusFilter = z.union([
  z.literal(['', 'All', 'all']).transform(() => undefined),
  z.enum(moderationStatuses),
])
