import { inject } from 'vitest'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { type Site, startSite } from '#support/site.ts'
import { test as base } from './test.ts'

/** Every outside source, each at an address of its own, and a site that asks them all. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('sources', { scope: 'file' }, async ({}, { onCleanup }): Promise<Simulator> => {
    const sources = await startSimulator({ port: 0 })
    onCleanup(() => sources.close())
    return sources
  })
  .extend('site', { scope: 'file' }, async ({ sources: { urlOf } }, { onCleanup }): Promise<Site> => {
    const env = {
      PRODUCT_INFO_URL: urlOf('product-info'),
      QC_URL: urlOf('qc'),
      IMAGE_HOSTS: new URL(urlOf('pictures')).origin,
      EXCHANGE_RATES_URL: urlOf('exchange-rates'),
      GOOGLE_CLIENT_ID: 'chopmark-tests',
      GOOGLE_ISSUER: urlOf('google'),
      GOOGLE_JWKS_URL: urlOf('google-keys'),
      SMTP_URL: urlOf('smtp'),
    }
    const site = await startSite({ env, ...inject('start') })
    onCleanup(() => site.stop())
    return site
  })
