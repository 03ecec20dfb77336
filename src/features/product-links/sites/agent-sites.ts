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

/** An agent as far as its links go. */
export type LinkedAgent = { readonly name: string; readonly to: LinkTemplates }
type Template = { readonly shop: ShopType; readonly parts: UrlParts }

/** A template with more than this is no rule: it would cost every link of its host. */
const limits = { segments: 12, parameters: 20 } as const
const placeholder = '{id}'
/** What may stand in a rule's path beside the placeholder; anything else would mean something in a rule. */
const plainSegment = /^[\w.~=+-]*(?:\{id\}[\w.~=+-]*)?$/
/** Two labels at least, and none that all of a site's hosts begin with. */
const commonLabel = /^(?:www|m|h5|mobile)\.(?=[^.]+\.)/

/** Sites of the table, and those whose links the agents of the dashboard have: their templates say where the number stands. */
export function createSiteFinder(agents: readonly LinkedAgent[]): FindSite {
  const added = new Map<string, LinkSite>()
  for (const agent of agents)
    for (const [host, templates] of groupByHost(agent)) {
      const known = added.get(host) ?? findSite(host)
      if (known && known.agent === null) continue
      added.set(host, addRules(known ?? createSite(agent.name, host), createRules(templates)))
    }
  return (host) => findAdded(added, host) ?? findSite(host)
}

function findAdded(added: ReadonlyMap<string, LinkSite>, host: string): LinkSite | undefined {
  const labels = host.split('.', 10)
  for (let from = 0; from < labels.length - 1; from++) {
    const site = added.get(labels.slice(from).join('.'))
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
  const readings = [{ ids: idParameters, shops: [...shopParameters, 'source'] }]
  return { ...siteDefaults, agent: agent.toLowerCase(), hosts: [host], readings, wraps: wrapParameters }
}

/** Behind the table's own rules; the most particular of the agent's first. */
function addRules(site: LinkSite, rules: readonly LinkRule[]): LinkSite {
  return { ...site, readings: [...site.readings, ...rules] }
}

function createRules(templates: readonly Template[]): LinkRule[] {
  const rules = templates.flatMap((template) => createRule(template, templates) ?? [])
  const isClear = (rule: LinkRule) =>
    rules.every((other) => other.shop === rule.shop || describe(other) !== describe(rule))
  return rules.filter(isClear).toSorted((one, other) => weigh(other) - weigh(one))
}

/** The page and where the number stands on it; of its parameters only those in which the agent's templates differ count. */
function createRule({ shop, parts }: Template, all: readonly Template[]): LinkRule | undefined {
  const { segments, parameters } = parts
  const isUsable = segments.length <= limits.segments && parameters.length <= limits.parameters
  if (!isUsable || !segments.every((segment) => plainSegment.test(segment))) return undefined
  const place = segments.findIndex((segment) => segment.includes(placeholder))
  const path = segments.slice(0, place < 0 ? segments.length : place + 1)
  const at = path.length === 0 ? {} : { at: cutBehindNumber(path.join('/')) }
  const needs = parameters
    .filter(({ name, value }) => !value.includes(placeholder) && isTelling(name, value, all))
    .map(({ name, value }) => [name, value.toLowerCase()] as const)
  if (place >= 0) return { ...at, needs, shop }
  const ids = parameters.filter(({ value }) => value === placeholder).map(({ name }) => name)
  return ids.length === 0 ? undefined : { ...at, needs, ids, shop }
}

function cutBehindNumber(path: string): string {
  const end = path.indexOf(placeholder)
  return end < 0 ? path : path.slice(0, end + placeholder.length)
}

function isTelling(name: string, value: string, all: readonly Template[]): boolean {
  return all.some(({ parts }) => !parts.parameters.some((one) => one.name === name && one.value === value))
}

function describe({ at, ids, needs }: LinkRule): string {
  return JSON.stringify([at, ids, needs])
}

function weigh({ at = '', needs = [] }: LinkRule): number {
  return at.length + needs.length * 1000
}
