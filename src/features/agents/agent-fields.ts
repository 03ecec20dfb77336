import type { ShopType } from '#shared/marketplaces.ts'

type AgentTextField = {
  /** The label of its input. */
  label: string
  /** How an error message names a value. */
  noun: string
  maxLength: number
  /** The message for an empty value. */
  requiredMessage: string
  /** The message for characters that are not allowed. */
  invalidMessage: string
}

/**
 * The single-line texts of an agent beside its links, in the order of the forms. A key is the field's name in the API, in
 * the form and in the table `agents`, so a new field is an entry here and a column.
 */
const fields = {
  name: {
    label: 'Name',
    noun: 'A name',
    maxLength: 80,
    requiredMessage: 'Agent name is required',
    invalidMessage: "This name contains characters we can't accept.",
  },
  offer: {
    label: 'Offer',
    noun: 'An offer',
    maxLength: 300,
    requiredMessage: 'Offer is required',
    invalidMessage: 'This offer cannot be used.',
  },
}

export type AgentTextKey = keyof typeof fields
export const agentTextFields: Record<AgentTextKey, AgentTextField> = fields
export const agentTextKeys = Object.keys(fields) as AgentTextKey[] // the object has no other keys

/** Creates an object with one value for each text field. */
export function mapTextFields<T>(toValue: (key: AgentTextKey) => T): Record<AgentTextKey, T> {
  const values = agentTextKeys.map((key) => [key, toValue(key)])
  return Object.fromEntries(values) as Record<AgentTextKey, T> // it has every key
}

/** The labels of the inputs for link templates. In the API these are the fields of `to`. */
export const agentLinkLabels: Record<ShopType, string> = {
  taobao: 'Taobao Link',
  weidian: 'Weidian Link',
  ali_1688: '1688 Link',
}
