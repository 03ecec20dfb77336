import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'
import { BenchScale } from '#shared/web/ui/values/BenchScale.tsx'

type EmptyHaulProps = {
  destination: string
  /** The fields that add a first item. */
  children: ReactNode
}

/** Before the first item: an empty scale, and the first step. */
export function EmptyHaul({ destination, children }: EmptyHaulProps) {
  const { data } = useQuery({ ...countryNameQuery(destination), enabled: destination !== '' })
  return (
    <div className="haul-start">
      <div className="haul-start__mat surface-mat" aria-hidden>
        <BenchScale grams={0} />
      </div>
      <section className="haul-start__body" aria-labelledby="haul-empty">
        <h2 id="haul-empty">Your haul is empty</h2>
        <p className="muted">
          Add two items or more. You get the cheapest way to divide them, parcel by parcel.
        </p>
        {children}
        <p className="haul-start__to">
          <MapPin className="icon icon--s" aria-hidden />
          <span>
            Ship to <b>{destination === '' ? 'no country yet' : (data ?? destination)}</b>
          </span>
          <button type="button" className="textbtn" aria-haspopup="dialog" onClick={() => openShipTo()}>
            <span>{destination === '' ? 'Choose' : 'Change'}</span>
            <span className="visually-hidden"> the country</span>
          </button>
        </p>
      </section>
    </div>
  )
}
