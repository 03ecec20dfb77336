import { useMemo, useState } from 'react'
import { saveCountry } from '#features/shipping/web/use-ship-to.ts'
import { paths } from '#shared/paths.ts'
import { useNavigate, useSearchParams } from '#shared/web/navigation/router.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { Haul, HaulItem } from '../../haul.ts'
import { parseHaulUrl } from '../../haul-url.ts'
import { addItem, addMissingItems, insertItem, type NewItem } from '../../item-list.ts'
import { getHaul, useHaul, writeHaul } from '../haul-edits.ts'

/** `copy` is a haul from the URL that was not changed yet; `refused`: the URL's haul is invalid. */
export type HaulOrigin = 'own' | 'copy' | 'refused'

export type HaulList = {
  haul: Haul
  origin: HaulOrigin
  change: (part: Partial<Pick<Haul, 'packing' | 'within'>>) => void
  /** The country of the whole site. */
  changeDestination: (code: string) => void
  changeItem: (id: number, part: Partial<NewItem>) => void
  /** The item's id, or of the one that is the same offer and has a piece more now; undefined where the list is full. */
  add: (item: NewItem) => { id: number; isNew: boolean } | undefined
  addAll: (items: readonly NewItem[]) => number
  /** Removes an item and returns a function that restores it. */
  remove: (id: number) => () => void
  /** Removes all items and returns a function that restores them. */
  clear: () => () => void
  /** Leaves a copy for the list of this device. */
  leaveCopy: () => void
}

/** The haul: from the URL, else the device's own. A copy becomes the own haul with its first change. */
export function useHaulList(): HaulList {
  const code = useSearchParams().get('h')
  const navigate = useNavigate()
  const [left, setLeft] = useState<string | null>(null)
  const own = useHaul()
  const shared = useMemo(() => (code === null ? undefined : parseHaulUrl(code)), [code])
  const origin = code === null || code === left ? 'own' : shared ? 'copy' : 'refused'
  const haul = useMemo(
    () =>
      origin === 'copy' && shared ? { ...shared, destination: shared.destination || own.destination } : own,
    [origin, shared, own],
  )

  function edit(change: (haul: Haul) => Haul): void {
    const former = getHaul()
    writeHaul(change(origin === 'copy' ? haul : former))
    if (origin === 'own') return
    leaveAddress()
    if (origin === 'copy' && former.items.length > 0)
      toast('This copy replaced your haul.', { undo: () => writeHaul(former) })
  }

  function leaveAddress(): void {
    setLeft(code)
    navigate(paths.haul(), { replace: true, preventScrollReset: true })
  }

  const withItems = (change: (items: readonly HaulItem[]) => readonly HaulItem[]) =>
    edit((now) => ({ ...now, items: change(now.items) }))

  return {
    haul,
    origin,
    change: (part) => edit((now) => ({ ...now, ...part })),
    changeDestination(destination) {
      saveCountry(destination)
      edit((now) => ({ ...now, destination }))
    },
    changeItem: (id, part) =>
      withItems((items) => items.map((item) => (item.id === id ? { ...item, ...part } : item))),
    add(item) {
      const added = addItem(haul.items, item)
      if (added) withItems(() => added.items)
      return added
    },
    addAll(wanted) {
      const items = addMissingItems(haul.items, wanted)
      const count = items.length - haul.items.length
      if (count > 0) withItems(() => items)
      return count
    },
    remove(id) {
      const place = haul.items.findIndex((item) => item.id === id)
      const item = haul.items[place]
      withItems((items) => items.filter((one) => one.id !== id))
      return () => {
        if (item) withItems((items) => insertItem(items, place, item))
      }
    },
    clear() {
      const { items } = haul
      withItems(() => [])
      return () => withItems(() => items)
    },
    leaveCopy: leaveAddress,
  }
}
