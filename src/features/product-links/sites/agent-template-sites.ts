import { isLinkTemplate, type LinkTemplates } from '#features/agents/buy-link.ts'
import { type ShopType, shopTypes } from '#shared/marketplaces.ts'
import { findSite } from '../link-rules.ts'
import { splitUrl, type UrlParts } from '../url-parts.ts'
import {
  type FindSite,
  idParameters,
  type LinkRule,
  type LinkSite,
  shopParameters,
  siteDefaults,
  wrapParameters,
} from './link-site.ts'

/** The part of an agent that its links need. */
export type LinkedAgent = { readonly name: string; readonly to: LinkTemplates }
type Template = { readonly shop: ShopType; readonly parts: UrlParts }

/** A longer template becomes no rule, because it would slow down every link of its host. */
const limits = { segments: 12, parameters: 20 } as const
const placeholder = '{id}'
/** The characters that a rule's path may contain beside the placeholder. Others have a meaning in rules. */
const plainSegment = /^[\w.~=+-]*(?:\{id\}[\w.~=+-]*)?$/
/** A common first label of hosts, which is removed when at least two labels remain. */
const commonLabel = /^(?:www|m|h5|mobile)\.(?=[^.]+\.)/

/** Creates a finder of the known sites and of the sites in the dashboard agents' link templates. */
export function createSiteFinder(agents: readonly LinkedAgent[]): FindSite {
  const agentSites = new Map<string, LinkSite>()
  for (const agent of agents)
    for (const [host, templates] of groupByHost(agent)) {
      const existing = agentSites.get(host) ?? findSite(host)
      if (existing && existing.agent === null) continue
      agentSites.set(host, addRules(existing ?? createSite(agent.name, host), createRules(templates)))
    }
  return (host) => findAgentSite(agentSites, host) ?? findSite(host)
}

function findAgentSite(agentSites: ReadonlyMap<string, LinkSite>, host: string): LinkSite | undefined {
  const labels = host.split('.', 10)
  for (let from = 0; from < labels.length - 1; from++) {
    const site = agentSites.get(labels.slice(from).join('.'))
    if (site) return site
  }
  return undefined
}

function groupByHost({ to }: LinkedAgent): Map<string, Template[]> {
  const byHost = new Map<string, Template[]>()
  for (const shop of shopTypes) {
    const template = to[shop]
    if (!template || !isLinkTemplate(template)) continue
    const parts = splitUrl(template)
    const host = parts.host.replace(commonLabel, '')
    if (host.includes('.')) byHost.set(host, [...(byHost.get(host) ?? []), { shop, parts }])
  }
  return byHost
}

function createSite(agent: string, host: string): LinkSite {
  const rules = [{ ids: idParameters, shops: [...shopParameters, 'source'] }]
  return { ...siteDefaults, agent: agent.toLowerCase(), hosts: [host], rules, wraps: wrapParameters }
}

/** Appends the rules of an agent's templates to those of the site. */
function addRules(site: LinkSite, rules: readonly LinkRule[]): LinkSite {
  return { ...site, rules: [...site.rules, ...rules] }
}

/** The unambiguous rules of an agent's templates, the most specific first. */
function createRules(templates: readonly Template[]): LinkRule[] {
  const rules = templates.flatMap((template) => createRule(template, templates) ?? [])
  const isUnambiguous = (rule: LinkRule) =>
    rules.every((other) => other.shop === rule.shop || toConditionKey(other) !== toConditionKey(rule))
  return rules.filter(isUnambiguous).toSorted((a, b) => getSpecificity(b) - getSpecificity(a))
}

/** The rule of one template. Of its fixed parameters only those count in which the agent's templates differ. */
function createRule({ shop, parts }: Template, templates: readonly Template[]): LinkRule | undefined {
  const { segments, parameters } = parts
  const isUsable = segments.length <= limits.segments && parameters.length <= limits.parameters
  if (!isUsable || !segments.every((segment) => plainSegment.test(segment))) return undefined
  const idIndex = segments.findIndex((segment) => segment.includes(placeholder))
  const path = segments.slice(0, idIndex < 0 ? segments.length : idIndex + 1)
  const at = path.length === 0 ? {} : { at: cutAfterPlaceholder(path.join('/')) }
  const needs = parameters
    .filter(({ name, value }) => !value.includes(placeholder) && isDistinctive(name, value, templates))
    .map(({ name, value }) => [name, value.toLowerCase()] as const)
  if (idIndex >= 0) return { ...at, needs, shop }
  const ids = parameters.filter(({ value }) => value === placeholder).map(({ name }) => name)
  return ids.length === 0 ? undefined : { ...at, needs, ids, shop }
}

function cutAfterPlaceholder(path: string): string {
  const end = path.indexOf(placeholder)
  return end < 0 ? path : path.slice(0, end + placeholder.length)
}

/** Whether some template of the agent lacks the parameter with this value. */
function isDistinctive(name: string, value: string, templates: readonly Template[]): boolean {
  return templates.some(
    ({ parts }) =>
      !parts.parameters.some((parameter) => parameter.name === name && parameter.value === value),
  )
}

function toConditionKey({ at, ids, needs }: LinkRule): string {
  return JSON.stringify([at, ids, needs])
}

function getSpecificity({ at = '', needs = [] }: LinkRule): number {
  return at.length + needs.length * 1000
}
