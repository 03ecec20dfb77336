import type { PhotoLook } from '#shared/look.ts'

/** Where a pointer came down on a card's picture, in CSS pixels of the window. */
export type WipePress = { pointerId: number; x: number; y: number }

/** How far a pointer goes sideways until it means the picture, and the narrowest picture with words on it, in px. */
const minSidewaysPx = 8
const minWidthWithTags = 136

type Wipe = {
  wipe: HTMLElement
  card: HTMLElement
  press: WipePress
  /** Called when the card shows again what it shows when nothing lies over it. */
  end: (nothing: undefined) => void
}

/**
 * Follows one press: sideways it moves the divider, which at the end springs to the nearer side and stays there; up and
 * down it belongs to the page. Returns what stops it.
 */
export function followWipe({ wipe, card, press, end }: Wipe): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const rest: PhotoLook = card.closest('[data-look="reality"]') ? 'reality' : 'listing'
  const { left, width } = (wipe.firstElementChild ?? wipe).getBoundingClientRect()
  const tags = [...wipe.querySelectorAll<HTMLElement>('.card-wipe__tag')]

  let place = 100

  /** Puts the divider to a place, in per cent from the start; the tags hide where their half is too narrow for them. */
  function show(next: number): void {
    place = next
    wipe.style.setProperty('--x', `${place}%`)
    for (const [index, tag] of tags.entries()) {
      const half = (width * (index === 0 ? place : 100 - place)) / 100
      const isRoomy = width >= minWidthWithTags && half >= tag.offsetWidth + 16
      tag.style.visibility = isRoomy ? '' : 'hidden'
    }
  }

  function follow({ clientX }: PointerEvent): void {
    show(Math.min(Math.max(((clientX - left) / width) * 100, 0), 100))
  }

  function begin(event: PointerEvent): void {
    wipe.dataset.wiping = ''
    follow(event)
    // A wipe is no press on the card's link.
    card.addEventListener('click', swallow, { capture: true, signal })
  }

  async function settle(side: PhotoLook): Promise<void> {
    wipe.dataset.springs = ''
    show(side === 'reality' ? 0 : 100)
    await Promise.allSettled(wipe.getAnimations().map(({ finished }) => finished))
    await new Promise((resolve) => setTimeout(resolve)) // the click comes after the pointer's end
    delete wipe.dataset.springs
    if (signal.aborted) return
    delete wipe.dataset.wiping
    wipe.dataset.side = side
    stop()
  }

  function stop(): void {
    controller.abort()
    if ((wipe.dataset.side ?? rest) === rest) end(undefined)
  }

  function handleMove(event: PointerEvent): void {
    if (event.pointerId !== press.pointerId || 'springs' in wipe.dataset) return
    const [sideways, along] = [Math.abs(event.clientX - press.x), Math.abs(event.clientY - press.y)]
    if (event.buttons === 0)
      finish() // it ended before this code was there
    else if ('wiping' in wipe.dataset) follow(event)
    else if (Math.max(sideways, along) < minSidewaysPx) return
    else if (sideways > along) begin(event)
    else stop()
  }

  function finish(): void {
    if ('wiping' in wipe.dataset) settle(place < 50 ? 'reality' : 'listing')
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
  card.addEventListener('dragstart', swallow, { signal })
  return () => controller.abort()
}

/** Calls back when Listing | Reality turns every photo. Returns what stops it. */
export function watchLook(onTurn: () => void): () => void {
  const observer = new MutationObserver(onTurn)
  const options = { attributeFilter: ['data-look'] }
  observer.observe(document.documentElement, options)
  const main = document.querySelector('main')
  if (main) observer.observe(main, options)
  return () => observer.disconnect()
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
