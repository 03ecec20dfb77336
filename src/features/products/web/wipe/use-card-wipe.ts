import { type PointerEvent, useState } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import type { WipePress } from './follow-wipe.ts'

const loadWipe = async () => (await import('./CardWipe.tsx')).CardWipe

/**
 * Lets a finger or mouse wipe between the seller's photo and the QC photo on a card (059): handlers for the card, and the
 * component that covers the picture after the first press. Its code is loaded when a pointer enters the card.
 */
export function useCardWipe(isEnabled: boolean) {
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
  return { handlers: isEnabled ? handlers : undefined, CardWipe, press, end: () => setPress(undefined) }
}

/** Whether a press is inside the picture, by its coordinates, because the card's link covers the picture. Buttons do not count. */
function isOnPicture({ currentTarget, target, clientX, clientY }: PointerEvent<HTMLElement>): boolean {
  const box = currentTarget.querySelector('.card__pic')?.getBoundingClientRect()
  if (!box || (target instanceof Element && target.closest('button'))) return false
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
}
