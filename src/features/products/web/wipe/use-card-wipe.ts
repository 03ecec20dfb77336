import { type PointerEvent, useState } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import type { WipePress } from './follow-wipe.ts'

const loadWipe = async () => (await import('./CardWipe.tsx')).CardWipe

/**
 * A card on whose picture a finger or mouse can wipe between listing and QC photo (059): handlers for the card, and what
 * lies over the picture from the first press on. Its code loads when a pointer comes near.
 */
export function useCardWipe(isOn: boolean) {
  const [isNear, setNear] = useState(false)
  const [press, setPress] = useState<WipePress>()
  const CardWipe = useLazyComponent(loadWipe, isNear)
  const handlers = {
    'data-wipes': '',
    onPointerEnter: () => setNear(true),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!event.isPrimary || event.button !== 0 || !isOnPicture(event)) return
      setNear(true)
      setPress({ pointerId: event.pointerId, x: event.clientX, y: event.clientY })
    },
    onPointerUp: () => {
      if (!CardWipe) setPress(undefined)
    },
  }
  return { handlers: isOn ? handlers : undefined, CardWipe, press, end: () => setPress(undefined) }
}

/** The link of a card covers its picture, so that the place counts; buttons on it are for themselves. */
function isOnPicture({ currentTarget, target, clientX, clientY }: PointerEvent<HTMLElement>): boolean {
  const box = currentTarget.querySelector('.card__pic')?.getBoundingClientRect()
  if (!box || (target instanceof Element && target.closest('button'))) return false
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
}
