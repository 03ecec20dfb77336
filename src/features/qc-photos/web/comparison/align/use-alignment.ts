import { type RefObject, useEffect, useState } from 'react'
import { type Alignment, roundAlignment } from './alignment.ts'
import { getPairKey, readAlignment, saveAlignment } from './alignment-storage.ts'

/**
 * How a QC photo is laid under the seller's, as this device stores it for the pair. The style sheet gets it as
 * `--align-x`, `--align-y`, `--align-scale` and `--align-turn` of the frame.
 */
export function useAlignment(frame: RefObject<HTMLElement | null>, picture: string, photo: string) {
  const pair = `${picture} ${photo}`
  const key = getPairKey(picture, photo)
  const [now, setNow] = useState({ pair, alignment: readAlignment(key) })
  const alignment = now.pair === pair ? now.alignment : readAlignment(key)
  if (now.pair !== pair) setNow({ pair, alignment })
  useEffect(() => {
    const { x, y, scale, turn } = alignment
    frame.current?.style.setProperty('--align-x', `${x}%`)
    frame.current?.style.setProperty('--align-y', `${y}%`)
    frame.current?.style.setProperty('--align-scale', `${scale / 100}`)
    frame.current?.style.setProperty('--align-turn', `${turn}deg`)
  }, [frame, alignment])
  return {
    alignment,
    /** While a hand moves the photo. */
    preview: (next: Alignment) => setNow({ pair, alignment: next }),
    change: (next: Alignment) => {
      const rounded = roundAlignment(next)
      setNow({ pair, alignment: rounded })
      if (key) saveAlignment(key, rounded)
    },
  }
}
