import type { PhotoLook } from '#features/visitor/look.ts'

/** A press on a card's picture, in CSS pixels of the window. */
export type WipePress = { pointerId: number; x: number; y: number }

/** The horizontal distance after which a press becomes a wipe, and the minimum width of a picture with tags. */
const minWipeDistancePx = 8
const minWidthWithTagsPx = 136

type WipeOptions = {
  wipe: HTMLElement
  card: HTMLElement
  press: WipePress
  /** Called when the card shows its own picture again, so that the cover can be removed. */
  end: (nothing: undefined) => void
}

/**
 * Follows one press. A horizontal move drags the divider, which springs to the nearer side at the end. A vertical move scrolls
 * the page. Returns a function that removes the listeners.
 */
export function followWipe({ wipe, card, press, end }: WipeOptions): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const initialSide: PhotoLook = card.closest('[data-look="reality"]') ? 'reality' : 'listing'
  const { left, width } = (wipe.firstElementChild ?? wipe).getBoundingClientRect()
  const tags = [...wipe.querySelectorAll<HTMLElement>('.card-wipe__tag')]

  let dividerPercent = 100

  /** Moves the divider, in percent of the width. A tag is hidden when its side is too narrow for it. */
  function moveDivider(percent: number): void {
    dividerPercent = percent
    wipe.style.setProperty('--x', `${dividerPercent}%`)
    for (const [index, tag] of tags.entries()) {
      const sideWidthPx = (width * (index === 0 ? dividerPercent : 100 - dividerPercent)) / 100
      const hasRoom = width >= minWidthWithTagsPx && sideWidthPx >= tag.offsetWidth + 16
      tag.style.visibility = hasRoom ? '' : 'hidden'
    }
  }

  function follow({ clientX }: PointerEvent): void {
    moveDivider(Math.min(Math.max(((clientX - left) / width) * 100, 0), 100))
  }

  function begin(event: PointerEvent): void {
    wipe.dataset.wiping = ''
    follow(event)
    // A wipe must not open the card's link.
    card.addEventListener('click', suppressEvent, { capture: true, signal })
  }

  async function settle(side: PhotoLook): Promise<void> {
    wipe.dataset.springs = ''
    moveDivider(side === 'reality' ? 0 : 100)
    await Promise.allSettled(wipe.getAnimations().map(({ finished }) => finished))
    await new Promise((resolve) => setTimeout(resolve)) // the click event follows the end of the pointer
    delete wipe.dataset.springs
    if (signal.aborted) return
    delete wipe.dataset.wiping
    wipe.dataset.side = side
    stop()
  }

  function stop(): void {
    controller.abort()
    if ((wipe.dataset.side ?? initialSide) === initialSide) end(undefined)
  }

  function handleMove(event: PointerEvent): void {
    if (event.pointerId !== press.pointerId || 'springs' in wipe.dataset) return
    const [horizontalPx, verticalPx] = [Math.abs(event.clientX - press.x), Math.abs(event.clientY - press.y)]
    if (event.buttons === 0)
      finish() // the press ended before this code was loaded
    else if ('wiping' in wipe.dataset) follow(event)
    else if (Math.max(horizontalPx, verticalPx) < minWipeDistancePx) return
    else if (horizontalPx > verticalPx) begin(event)
    else stop()
  }

  function finish(): void {
    if ('wiping' in wipe.dataset) settle(dividerPercent < 50 ? 'reality' : 'listing')
    else stop()
  }

  function handleEnd({ pointerId }: PointerEvent): void {
    if (pointerId === press.pointerId) finish()
  }

  delete wipe.dataset.springs
  delete wipe.dataset.wiping
  addEventListener('pointermove', handleMove, { signal })
  addEventListener('pointerup', handleEnd, { signal })
  addEventListener('pointercancel', handleEnd, { signal })
  card.addEventListener('dragstart', suppressEvent, { signal })
  return () => controller.abort()
}

/** Calls back when the switch Listing | Reality changes all photos. Returns a function that stops it. */
export function watchLook(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  const options = { attributeFilter: ['data-look'] }
  observer.observe(document.documentElement, options)
  const main = document.querySelector('main')
  if (main) observer.observe(main, options)
  return () => observer.disconnect()
}

function suppressEvent(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
