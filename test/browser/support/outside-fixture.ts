import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { type Site, startSite } from '#support/site.ts'
import { test as base } from './test.ts'

/** Simulated outside sources, and a site that requests them and resets its circuit breakers at once. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('sources', { scope: 'file' }, async ({}, { onCleanup }): Promise<Simulator> => {
    const sources = await startSimulator({ port: 0 })
    onCleanup(() => sources.close())
    return sources
  })
  .extend('site', { scope: 'file' }, async ({ sources }, { onCleanup }): Promise<Site> => {
    const folder = await mkdtemp(join(tmpdir(), 'qc-sources-'))
    const file = join(folder, 'sources.json')
    await writeFile(file, JSON.stringify({ sources: [warehouses(sources)] }))
    const env = {
      PRODUCT_INFO_URL: `${sources.url}/product-info`,
      QC_URL: `${sources.url}/qc`,
      QC_SOURCES: file,
      IMAGE_HOSTS: `alicdn.com,${sources.url}`,
    }
    const site = await startSite({ env: { ...env, BREAKER_RESET_MS: '1' }, ...inject('start') })
    onCleanup(async () => {
      await site.stop()
      await rm(folder, { recursive: true })
    })
    return site
  })
  // Removes all faults at the end of a test, because a remaining fault would affect the next test.
  .extend('faultsEnd', { auto: true }, ({ sources }, { onCleanup }) => {
    onCleanup(() => {
      sources.setFault('all', 'none')
    })
  })

/** A second source of photos, which groups them by agent and has only Weidian items. */
const warehouses = (sources: Simulator) => ({
  name: 'Warehouse archive',
  shape: 'agents',
  url: `${sources.url}/qc-agents?id={id}`,
  marketplaces: { weidian: 'weidian' },
  itemIdAt: 'productId',
  marketplaceAt: 'marketplace',
  agentNames: { kakobuy: 'KakoBuy' },
})
