import { type RefObject, useEffect, useState } from 'react'
import { type Alignment, roundAlignment } from './alignment.ts'
import { getPairKey, readAlignment, saveAlignment } from './alignment-storage.ts'

/**
 * The alignment of a QC photo with the seller's image, which this device stores for the pair. Sets `--align-x`,
 * `--align-y`, `--align-scale` and `--align-turn` of the frame for the style sheet.
 */
export function useAlignment(frame: RefObject<HTMLElement | null>, picture: string, photo: string) {
  const pair = `${picture} ${photo}`
  const key = getPairKey(picture, photo)
  const [current, setCurrent] = useState({ pair, alignment: readAlignment(key) })
  const alignment = current.pair === pair ? current.alignment : readAlignment(key)
  if (current.pair !== pair) setCurrent({ pair, alignment })
  useEffect(() => {
    const { x, y, scale, rotationDegrees } = alignment
    frame.current?.style.setProperty('--align-x', `${x}%`)
    frame.current?.style.setProperty('--align-y', `${y}%`)
    frame.current?.style.setProperty('--align-scale', `${scale / 100}`)
    frame.current?.style.setProperty('--align-turn', `${rotationDegrees}deg`)
  }, [frame, alignment])
  return {
    alignment,
    /** Shows an alignment while the photo is dragged, without storing it. */
    preview: (next: Alignment) => setCurrent({ pair, alignment: next }),
    change: (next: Alignment) => {
      const rounded = roundAlignment(next)
      setCurrent({ pair, alignment: rounded })
      if (key) saveAlignment(key, rounded)
    },
  }
}
