import { type ChangeEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/**
 * The divider's position, in per cent from the start. Pointers move it smoothly and anywhere in the frame,
 * which a native slider does not allow everywhere; keys and screen readers have the slider, in its own steps.
 * The position goes to the style sheet as `--x`.
 */
export function useComparisonSlider() {
  const [percent, setPercent] = useState(50)
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  /** Where a finger came down, until it is known that it means the divider and not the page. */
  const touched = useRef<Spot>(undefined)
  useEffect(() => frame.current?.style.setProperty('--x', `${percent}%`), [percent])

  function followPointer(event: MouseEvent<HTMLElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPercent(toPercent((event.clientX - left) / width))
  }

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      touched.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : undefined
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
      if (touched.current && !isSideways(event, touched.current)) return
      touched.current = undefined
      followPointer(event)
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (event.target === input.current) return // a screen reader's press, which has no spot
      followPointer(event)
      input.current?.focus({ preventScroll: true }) // the arrows go on from here
    },
  }
  const field = {
    value: percent,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setPercent(target.valueAsNumber),
  }
  return { frame, input, description: describeSliderValue(percent), handlers, field }
}

type Spot = { x: number; y: number }

/** A finger that scrolls the page begins on the picture as well. */
function isSideways({ clientX, clientY }: PointerEvent, { x, y }: Spot): boolean {
  const sideways = Math.abs(clientX - x)
  return sideways >= minSidewaysPx && sideways > Math.abs(clientY - y)
}
const minSidewaysPx = 4

function toPercent(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10
}

/** The view for screen readers: 'Half seller's photo, half QC photo'. */
export function describeSliderValue(percent: number): string {
  const seller = Math.round(percent)
  if (seller === 0) return 'QC photo alone'
  if (seller === 100) return "Seller's photo alone"
  if (seller === 50) return "Half seller's photo, half QC photo"
  return `${seller} percent seller's photo, ${100 - seller} percent QC photo`
}
