import { inject } from 'vitest'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { type Site, startSite } from '#support/site.ts'
import { test as base } from '../support/test.ts'

/** Simulates every outside source at its own address, and starts a site that queries all of them. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('sources', { scope: 'file' }, async ({}, { onCleanup }): Promise<Simulator> => {
    const sources = await startSimulator({ port: 0 })
    onCleanup(() => sources.close())
    return sources
  })
  .extend('site', { scope: 'file' }, async ({ sources: { getSourceUrl } }, { onCleanup }): Promise<Site> => {
    const env = {
      PRODUCT_INFO_URL: getSourceUrl('product-info'),
      QC_URL: getSourceUrl('qc'),
      IMAGE_HOSTS: new URL(getSourceUrl('pictures')).origin,
      EXCHANGE_RATES_URL: getSourceUrl('exchange-rates'),
      GOOGLE_CLIENT_ID: 'chopmark-tests',
      GOOGLE_ISSUER: getSourceUrl('google'),
      GOOGLE_JWKS_URL: getSourceUrl('google-keys'),
      SMTP_URL: getSourceUrl('smtp'),
    }
    const site = await startSite({ env, ...inject('start') })
    onCleanup(() => site.stop())
    return site
  })
