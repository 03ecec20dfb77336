import { type ChangeEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/**
 * The divider's position, in percent from the start. Pointers can move it anywhere in the frame, which a native range
 * input does not allow; keys and screen readers use the range input with its steps. Sets `--x` of the frame for the
 * style sheet.
 */
export function useComparisonSlider() {
  const [percent, setPercent] = useState(50)
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  /** The start of a touch, until its direction shows that it moves the divider and does not scroll the page. */
  const touchStart = useRef<ScreenPoint>(undefined)
  useEffect(() => frame.current?.style.setProperty('--x', `${percent}%`), [percent])

  function followPointer(event: MouseEvent<HTMLElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPercent(toPercent((event.clientX - left) / width))
  }

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      touchStart.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : undefined
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
      if (touchStart.current && !isHorizontal(event, touchStart.current)) return
      touchStart.current = undefined
      followPointer(event)
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (event.target === input.current) return // a click by a screen reader has no position
      followPointer(event)
      input.current?.focus({ preventScroll: true }) // arrow keys continue from here
    },
  }
  const field = {
    value: percent,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setPercent(target.valueAsNumber),
  }
  return { frame, input, description: describeSliderValue(percent), handlers, field }
}

type ScreenPoint = { x: number; y: number }

/** True for a horizontal movement; a vertical one scrolls the page. */
function isHorizontal({ clientX, clientY }: PointerEvent, { x, y }: ScreenPoint): boolean {
  const horizontalPx = Math.abs(clientX - x)
  return horizontalPx >= minHorizontalPx && horizontalPx > Math.abs(clientY - y)
}
const minHorizontalPx = 4

function toPercent(fraction: number): number {
  return Math.round(Math.min(Math.max(fraction, 0), 1) * 1000) / 10
}

/** The view for screen readers: 'Half seller's photo, half QC photo'. */
export function describeSliderValue(percent: number): string {
  const seller = Math.round(percent)
  if (seller === 0) return 'QC photo alone'
  if (seller === 100) return "Seller's photo alone"
  if (seller === 50) return "Half seller's photo, half QC photo"
  return `${seller} percent seller's photo, ${100 - seller} percent QC photo`
}
