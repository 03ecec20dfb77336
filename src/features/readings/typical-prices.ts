import type { KindId } from '#features/freight/kinds/kind.ts'

/** What a piece of a kind usually costs, in yuan: rough, because only a price a hundred times off is refused. */
const yuanByKind: Partial<Record<KindId, number>> = {
  socks: 10,
  't-shirt': 50,
  hoodie: 120,
  jacket: 200,
  coat: 300,
  puffer: 300,
  sneaker: 250,
  boots: 300,
}
const usualYuan = 100

/** The usual price in yuan of a kind of goods; of goods without a kind that of all. */
export function getTypicalYuan(kind: KindId | undefined): number {
  return (kind && yuanByKind[kind]) ?? usualYuan
}
