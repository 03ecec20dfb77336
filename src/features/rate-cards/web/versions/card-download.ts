import type { RateCard } from '#features/freight/rate-card.ts'

/** Downloads a card as a file that can be imported again. */
export function downloadCard(card: RateCard, name: string): void {
  const file = new Blob([`${JSON.stringify(card, null, 2)}\n`], { type: 'application/json' })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
