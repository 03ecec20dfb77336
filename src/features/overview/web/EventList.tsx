import {
  Boxes,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Power,
  ShieldAlert,
  User,
} from 'lucide-react'
import { useNow } from '#shared/web/now.ts'
import type { SecurityNote } from '../contract.ts'
import { overviewText } from '../spec.ts'
import './EventList.css'
import { type EventTopic, eventWords } from './event-words.tsx'
import { momentWords } from './moment-words.ts'

const signs: Record<EventTopic, LucideIcon> = {
  alarm: ShieldAlert,
  account: User,
  key: KeyRound,
  product: Boxes,
  agent: ListChecks,
  review: MessageSquareText,
  site: Power,
}

/** What happened to accounts and site, newest first. */
export function EventList({ events }: { events: SecurityNote[] }) {
  const now = useNow()
  if (events.length === 0) return <p className="muted small">{overviewText.noEvents}</p>
  return (
    <ul className="events">
      {events.map((event) => {
        const { topic, words } = eventWords(event)
        const Sign = signs[topic]
        return (
          <li key={`${event.createdAt} ${event.type}`} className="events__line">
            <Sign className={`icon ${topic === 'alarm' ? 'events__alarm' : ''}`} aria-hidden />
            <span>{words}</span>
            <time dateTime={event.createdAt}>{momentWords(event.createdAt, now)}</time>
          </li>
        )
      })}
    </ul>
  )
}
