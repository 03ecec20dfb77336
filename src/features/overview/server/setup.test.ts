import { expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { listSetupSteps } from './setup.ts'

const listOpen = (env: Record<string, string>, products = 0) =>
  listSetupSteps(readConfig(env), { products }).flatMap(({ name, isDone }) => (isDone ? [] : [name]))

test('a site without settings has every step open but its daily backups', () => {
  expect(listOpen({})).toEqual(['address', 'mail', 'products', 'productData', 'qcPhotos', 'exchangeRates'])
})

test.each([
  ['address', { PUBLIC_URL: 'https://finds.example' }],
  ['mail', { SMTP_URL: 'smtp://mail.example' }],
  ['productData', { PRODUCT_INFO_URL: 'https://info.example' }],
  ['productData', { PRODUCT_SOURCES: '/etc/products.json' }],
  ['qcPhotos', { QC_URL: 'https://qc.example' }],
  ['qcPhotos', { QC_SOURCES: '/etc/sources.json' }],
  ['exchangeRates', { EXCHANGE_RATES_URL: 'https://rates.example' }],
])('the step %s is done with %j', (step, env) => {
  expect(listOpen({})).toContain(step)
  expect(listOpen(env)).not.toContain(step)
})

test('the step of products is done with the first product, that of backups is open without any', () => {
  expect(listOpen({}, 1)).not.toContain('products')
  expect(listOpen({ BACKUP_KEEP: '0' })).toContain('backups')
})
