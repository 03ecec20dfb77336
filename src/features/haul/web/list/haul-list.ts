import { useEffect, useState } from 'react'
import { isSameItem } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { useNavigate, useSearchParams } from '#shared/web/navigation/router.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { countPieces, emptyHaul, type Haul, type HaulItem, haulLimits } from '../../haul.ts'
import { parseHaulUrl } from '../../haul-url.ts'
import { readHaul, readLastDestination, saveHaul } from './haul-storage.ts'

export type NewItem = Omit<HaulItem, 'id'>

/** `copy` is a haul from the URL that was not changed yet; `refused`: the URL's haul is invalid. */
export type HaulOrigin = 'own' | 'copy' | 'refused'

export type HaulList = {
  haul: Haul
  origin: HaulOrigin
  change: (part: Partial<Omit<Haul, 'items'>>) => void
  changeItem: (id: number, part: Partial<NewItem>) => void
  /** The item's id, or of the one that is the same offer and has a piece more now; undefined where the list is full. */
  add: (item: NewItem) => { id: number; isNew: boolean } | undefined
  addAll: (items: readonly NewItem[]) => number
  /** Removes an item and returns a function that restores it. */
  remove: (id: number) => () => void
  /** Leaves a copy for the list of this device. */
  leaveCopy: () => void
}

type HaulListState = { haul: Haul; origin: HaulOrigin; code: string | null }

/** The haul: from the URL, else as stored on this device. Every change is stored. */
export function useHaulList(): HaulList {
  const code = useSearchParams().get('h')
  const navigate = useNavigate()
  const [state, setState] = useState(() => openHaul(code))
  if (code !== null && code !== state.code) setState(openHaul(code))
  const { haul, origin } = state

  const [first] = useState(haul)
  useEffect(() => {
    if (origin === 'own' && haul !== first) saveHaul(haul)
  }, [haul, origin, first])

  /** A copy becomes the device's own haul with its first change. */
  function edit(items: (haul: Haul) => Haul): void {
    const former = origin === 'copy' ? readHaul() : undefined
    setState((now) => ({ ...now, haul: items(now.haul), origin: 'own' }))
    if (origin === 'own') return
    leaveAddress()
    if (former && former.items.length > 0)
      toast('Your own haul was replaced by this copy.', {
        undo: () => setState((now) => ({ ...now, haul: former })),
      })
  }

  function leaveAddress(): void {
    navigate(paths.haul(), { replace: true, preventScrollReset: true })
  }

  const withItems = (change: (items: readonly HaulItem[]) => readonly HaulItem[]) =>
    edit((now) => ({ ...now, items: change(now.items) }))

  return {
    haul,
    origin,
    change: (part) => edit((now) => ({ ...now, ...part })),
    changeItem: (id, part) =>
      withItems((items) => items.map((item) => (item.id === id ? { ...item, ...part } : item))),
    add(item) {
      const known = haul.items.find(({ offer }) => isSameItem(offer, item.offer))
      if (!hasRoom(haul.items, known ? 0 : 1)) return undefined
      const id = known?.id ?? getNextId(haul.items)
      withItems((items) =>
        known
          ? items.map((one) => (one.id === id ? { ...one, quantity: one.quantity + 1 } : one))
          : [...items, { ...item, id }],
      )
      return { id, isNew: !known }
    },
    addAll(wanted) {
      const items = [...haul.items]
      for (const item of wanted) {
        const isThere = items.some(({ offer }) => isSameItem(offer, item.offer))
        if (!isThere && hasRoom(items, 1)) items.push({ ...item, id: getNextId(items) })
      }
      const count = items.length - haul.items.length
      if (count > 0) withItems(() => items)
      return count
    },
    remove(id) {
      const place = haul.items.findIndex((item) => item.id === id)
      const item = haul.items[place]
      withItems((items) => items.filter((one) => one.id !== id))
      return () => {
        if (item) withItems((items) => items.toSpliced(place, 0, { ...item, id: getNextId(items) }))
      }
    },
    leaveCopy() {
      setState({ ...openHaul(null), code })
      leaveAddress()
    },
  }
}

/** Room for more rows, each with a piece, or for one more piece in a row. */
export function hasRoom(items: readonly HaulItem[], rows: number): boolean {
  return (
    items.length + rows <= haulLimits.items && countPieces(items) + Math.max(rows, 1) <= haulLimits.pieces
  )
}

function openHaul(code: string | null): HaulListState {
  const shared = code === null ? undefined : parseHaulUrl(code)
  if (shared) return { haul: shared, origin: 'copy', code }
  return {
    haul: readHaul() ?? { ...emptyHaul, destination: readLastDestination() },
    origin: code === null ? 'own' : 'refused',
    code,
  }
}

function getNextId(items: readonly HaulItem[]): number {
  return Math.max(-1, ...items.map(({ id }) => id)) + 1
}
