import type { ShopType } from '#shared/marketplaces.ts'
import { type AgentTextKey, agentTextFields } from './agent-fields.ts'
import { isLinkTemplate } from './buy-link.ts'
import { manageAgentText } from './manage-texts.ts'
import { agentLimits } from './texts-and-limits.ts'

const placeholder = '{id}'

export function validateText(text: string, key: AgentTextKey): string | undefined {
  const { requiredMessage, maxLength, noun } = agentTextFields[key]
  if (text.trim() === '') return requiredMessage
  return text.trim().length > maxLength ? describeMaxLength(noun, maxLength) : undefined
}

/** §5: the form requires all three links, each with `{id}` in place of the product code. */
export function validateLinkTemplate(text: string, shopType: ShopType): string | undefined {
  const template = text.trim()
  if (template === '') return manageAgentText.noLink[shopType]
  if (template.length > agentLimits.template) return describeMaxLength('A link', agentLimits.template)
  if (!isLinkTemplate(template)) return manageAgentText.wrongLink
  return template.includes(placeholder) ? undefined : manageAgentText.noPlaceholder
}

/** A piece of a previewed link; the product code is highlighted. */
export type LinkPiece = { text: string; isCode: boolean }

/** A template with every `{id}` replaced by a product code, split at the code. */
export function previewLinkTemplate(template: string, code: string): LinkPiece[] {
  const encodedCode = encodeURIComponent(code.toWellFormed())
  return template
    .split(placeholder)
    .flatMap((text, index) =>
      index === 0 ? [toPlainPiece(text)] : [{ text: encodedCode, isCode: true }, toPlainPiece(text)],
    )
    .filter(({ text }) => text !== '')
}

function toPlainPiece(text: string): LinkPiece {
  return { text, isCode: false }
}

function describeMaxLength(label: string, max: number): string {
  return `${label} can be up to ${max} characters.`
}
