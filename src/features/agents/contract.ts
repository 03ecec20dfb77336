import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { shopTypes } from '#shared/marketplaces.ts'
import { flagParameter, lineParameter, positionParameter, versionParameter } from '#shared/wire.ts'
import { agentTextFields, mapTextFields } from './agent-fields.ts'
import { isLinkTemplate } from './buy-link.ts'
import { agentLimits } from './texts-and-limits.ts'

export const agent = z.object({
  _id: z.string(),
  ...mapTextFields(() => z.string()),
  img: z.string(),
  /** Link templates with `{id}`; empty when the agent does not buy on that marketplace. */
  to: z.object({ taobao: z.string(), weidian: z.string(), ali_1688: z.string() }),
  active: z.boolean(),
  isSelected: z.boolean(),
  serial: z.number(),
  /** The number of changes made by `updateAgent`. */
  version: z.number(),
})
export type Agent = z.output<typeof agent>

/** Empty when the agent does not buy on that marketplace. The form requires all three (§5). */
const template = z
  .string()
  .trim()
  .max(agentLimits.template)
  .refine(
    (text) => text === '' || isLinkTemplate(text),
    'Enter a full link that starts with https:// or http://.',
  )
  .refine((text) => text === '' || text.includes('{id}'), 'Add {id} where the product code goes.')

const details = z.object({
  ...mapTextFields((key) => {
    const { maxLength, requiredMessage, invalidMessage } = agentTextFields[key]
    return lineParameter({ max: maxLength, requiredMessage, invalidMessage })
  }),
  to: z.object({ taobao: template, weidian: template, ali_1688: template }),
})
export const agentDraft = details.extend({ active: z.boolean().optional() })
export type AgentDraft = z.output<typeof agentDraft>

export const agentChange = details.extend({ version: versionParameter.optional() })
export type AgentChange = z.output<typeof agentChange>

const agent_id = z.uuid()

/** Links of an agent that comes with the site which a newer release would change; an admin decides. */
export const templateOffer = z.object({
  agent_id,
  name: z.string(),
  /** Sent back with the decision, so that it counts for the links that were shown. */
  revision: z.number(),
  /** Link templates; an empty one means that the agent does not buy on that marketplace. */
  links: z.array(z.object({ shopType: z.enum(shopTypes), current: z.string(), offered: z.string() })),
})
export type TemplateOffer = z.output<typeof templateOffer>

export const agentsContract = defineContract({
  getAgent: {
    method: 'GET',
    path: '/agent/getAgent',
    access: 'anyone',
    adminOnly: ['active'],
    forAdmins: 'the inactive agents too.',
    summary: 'Lists the active purchasing agents in their order.',
    query: z.object({ active: flagParameter.optional() }),
    reply: z.array(agent),
    cache: 'shared',
  },
  createAgent: {
    method: 'POST',
    path: '/agent/createAgent',
    access: 'admin',
    summary: 'Adds an agent at the end of the list. The first active agent becomes the default.',
    file: 'required',
    body: agentDraft,
    reply: agent,
  },
  updateAgent: {
    method: 'POST',
    path: '/agent/updateAgent',
    access: 'admin',
    summary: "Changes an agent's name, offer and links, and its picture if a file is sent.",
    query: z.object({ agent_id }),
    file: 'optional',
    body: agentChange,
    reply: agent,
  },
  setAgentSerial: {
    method: 'PATCH',
    path: '/agent/setAgentSerial',
    access: 'admin',
    summary: 'Moves an agent to another position in the list.',
    query: z.object({ agent_id, serial_No: positionParameter }),
    reply: agent,
  },
  activeOrDactiveAnAgent: {
    method: 'PATCH',
    path: '/agent/activeOrDactiveAnAgent', // spelt so in the specification
    aliases: ['/agent/activateOrDeactivateAnAgent'],
    access: 'admin',
    summary:
      'Turns an agent on or off. If the default agent is turned off, another active one becomes the default.',
    query: z.object({ agent_id, active: flagParameter }),
    reply: agent,
  },
  selectAgent: {
    method: 'PATCH',
    path: '/agent/selectAgent',
    access: 'admin',
    summary: 'Makes an agent the default.',
    query: z.object({ agent_id, isSelected: flagParameter }),
    reply: agent,
  },
  deleteAgent: {
    method: 'DELETE',
    path: '/agent/deleteAgent',
    access: 'admin',
    summary: 'Deletes an agent. If it was the default, another active one becomes the default.',
    query: z.object({ agent_id }),
    reply: z.null(),
  },
  listTemplateOffers: {
    method: 'GET',
    path: '/agent/templateOffers',
    access: 'admin',
    summary: 'Lists link templates that a newer release would change: the current ones and the new ones.',
    reply: z.array(templateOffer),
  },
  settleTemplateOffer: {
    method: 'PATCH',
    path: '/agent/settleTemplateOffer',
    access: 'admin',
    summary: 'Changes the links of an agent to the new ones, or keeps its own.',
    query: z.object({ agent_id, revision: positionParameter, apply: flagParameter }),
    reply: agent,
  },
})
export type AgentsContract = typeof agentsContract
