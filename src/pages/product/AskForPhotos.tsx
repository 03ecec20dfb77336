import './AskForPhotos.css'
import { Bell } from 'lucide-react'
import type { ItemParams } from '#shared/marketplaces.ts'
import { WatchSlot } from './WatchSlot.tsx'

/** Offers to watch an item without QC photos, so that the user is notified when there are some. */
export function AskForPhotos({ item, name }: { item: ItemParams; name: string }) {
  return (
    <div className="ask-for-photos js-only">
      <p>Want to know when photos arrive?</p>
      <WatchSlot
        item={item}
        name={name}
        anchor="watch-photos"
        className="btn"
        label="Tell me when photos arrive"
      >
        <Bell className="icon icon--s" aria-hidden />
      </WatchSlot>
    </div>
  )
}
