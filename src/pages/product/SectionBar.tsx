import './SectionBar.css'
import { useRef, useState } from 'react'
import { qcText } from '#features/qc-photos/texts-and-limits.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'

const loadFollower = async () => (await import('./SectionFollower.tsx')).SectionFollower

/** `qcCount` is undefined while it is unknown whether there are photos. */
type SectionBarProps = { qcCount: number | undefined; reviewCount: number }

/** Links to the sections of the page, as plain anchors that stay visible while scrolling. */
export function SectionBar({ qcCount, reviewCount }: SectionBarProps) {
  const bar = useRef<HTMLElement>(null)
  const [current, setCurrent] = useState('qc')
  const Follower = useLazyComponent(loadFollower, true)
  const links = [
    { id: 'qc', name: qcText.title, count: qcCount },
    { id: 'shipping', name: 'Shipping' },
    { id: 'reviews', name: 'Reviews', count: reviewCount },
  ]
  return (
    <nav ref={bar} className="section-bar" aria-label="On this page">
      {links.map(({ id, name, count }) => (
        <a key={id} href={`#${id}`} aria-current={id === current || undefined}>
          <span>{`${name} `}</span>
          {count !== undefined && <span className="tabular-nums">{count}</span>}
        </a>
      ))}
      {Follower && <Follower bar={bar} onSection={setCurrent} />}
    </nav>
  )
}
