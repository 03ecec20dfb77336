import { useNow } from '#shared/web/hooks/now.ts'
import { StatusShape } from '#shared/web/ui/values/StatusMark.tsx'
import type { Health } from '../contract.ts'
import './HealthList.css'
import { formatSince } from './format-time.ts'

const levelVariants = { ok: 'good', ready: 'off', slow: 'slow', down: 'bad', off: 'off' } as const

const healthWords = {
  ok: 'working',
  ready: 'ready',
  slow: 'slow',
  down: 'failing',
  off: 'not set up',
} as const

/** The status of sources and jobs: always shape, word and color. */
export function HealthList({ health }: { health: Health[] }) {
  const now = useNow()
  return (
    <ul className="health">
      {health.map(({ name, level, since, note }) => (
        <li key={name} className={`health__line health__line--${level}`}>
          <StatusShape variant={levelVariants[level]} />
          <b>{name}</b>
          <em>{healthWords[level]}</em>
          <small>{`${since ? `since ${formatSince(since, now)}, ` : ''}${note}`}</small>
        </li>
      ))}
    </ul>
  )
}
