import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { flag } from '#shared/wire.ts'

export const agent = z.object({
  _id: z.string(),
  name: z.string(),
  img: z.string(),
  offer: z.string(),
  /** Link templates with `{id}`; an empty one means that the agent does not buy there. */
  to: z.object({ taobao: z.string(), weidian: z.string(), ali_1688: z.string() }),
  active: z.boolean(),
  isSelected: z.boolean(),
  serial: z.number(),
})
export type Agent = z.output<typeof agent>

export const agentsContract = defineContract({
  getAgent: {
    method: 'GET',
    path: '/agent/getAgent',
    access: 'anyone',
    summary: 'The purchasing agents in their order; visitors get the active ones only.',
    query: z.object({ active: flag.optional() }),
    reply: z.array(agent),
    cache: 'shared',
  },
})
export type AgentsContract = typeof agentsContract
