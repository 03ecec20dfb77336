import { z } from 'zod'
import { moderationStatuses } from './status.ts'

/** Which status a list is filtered by; empty and 'All' stand for every one. */
export const statusFilter = z.union([
  z.literal(['', 'All', 'all']).transform(() => undefined),
  z.enum(moderationStatuses),
])
