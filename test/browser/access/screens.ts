import { createStoredHaul } from '../shipping/haul-page.ts'
import type { Member } from '../support/accounts.ts'
import { saveItems } from '../support/collection-page.ts'

/** What a browser has stored of a visitor who has chosen a country and put things into a haul. */
export const stored = { ...createStoredHaul('DE'), country: 'DE' }

export async function furnish(member: Member): Promise<void> {
  await saveItems(
    member,
    { productCode: '9900661650', storeName: 'weidian' },
    { productCode: '990000605666', storeName: 'ali_1688' },
  )
}
