import type { PageReading } from '#features/readings/page-reading.ts'

/** The tick of each part that was read, by its name; photos are `photo 0`, `photo 1` … */
export type Ticks = Map<string, { checked: boolean; addEventListener: HTMLInputElement['addEventListener'] }>

/** The reading without what the person unticked. */
export function keepTicked(
  reading: PageReading,
  ticks: ReadonlyMap<string, { checked: boolean }>,
): PageReading {
  const has = (field: string) => ticks.get(field)?.checked === true
  const { price, priceTo, currency } = reading
  const photos = reading.photos.filter((_photo, index) => has(`photo ${index}`))
  return {
    ...reading,
    title: has('title') ? reading.title : null,
    ...(has('price') ? { price, priceTo, currency } : { price: null, priceTo: null, currency: null }),
    variants: has('variants') ? reading.variants : [],
    weightGrams: has('weightGrams') ? reading.weightGrams : null,
    pictures: has('pictures') ? reading.pictures : [],
    photos,
  }
}
