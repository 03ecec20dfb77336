import type { Locator, Page } from 'playwright-core'
import { adminApi } from '../support/admin-api.ts'
import { test as base } from '../support/admin-page.ts'

export const path = '/dashboard/manage-products'

export type Product = { _id: string; name: string; productCode: string; serial: number }

/** `test` with `aProduct(fields)`: a product at the end of the list, of a code of its own. */
export const test = base.extend('aProduct', async ({ site }) => {
  const api = await adminApi(site)
  return async (fields: object = {}): Promise<Product> => {
    const body = { name: 'Six-panel cap', price: 32.8, storeName: '1688', productCode: aCode(), ...fields }
    return api<Product>('POST /products/addProduct', { body })
  }
})

let codes = 77_000_000

function aCode(): string {
  codes += 1
  return String(codes)
}

export const rows = (page: Page) => page.locator('tr[data-row]')
export const rowOf = (page: Page, { _id }: Product) => page.locator(`tr[data-row="${_id}"]`)
/** The select of the place of a row, by where the row stands now. */
export const placeIn = (row: Locator) => row.locator('td:first-child select')
export const searchOf = (page: Page) => new URL(page.url()).search

/** Uses the select as a hand does: its options are there once it is in use. */
export async function choose(select: Locator, value: string): Promise<void> {
  await select.focus()
  await select.selectOption(value)
}

/** The address where a product alone is listed. */
export const only = ({ productCode }: Product) => `${path}?search=${productCode}`
