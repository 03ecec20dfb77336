import './SectionBar.css'
import { useEffect, useState } from 'react'
import { qcText } from '#features/qc-photos/spec.ts'

/** Without a number it is unknown whether there are photos. */
type SectionBarProps = { qcCount: number | undefined; reviewCount: number }

/** Links to the page's later sections: plain anchors that stay in sight. */
export function SectionBar({ qcCount, reviewCount }: SectionBarProps) {
  const current = useCurrentSection()
  const links = [
    { id: 'qc', name: qcText.title, count: qcCount },
    { id: 'shipping', name: 'Shipping' },
    { id: 'reviews', name: 'Reviews', count: reviewCount },
  ]
  return (
    <nav className="section-bar" aria-label="On this page">
      {links.map(({ id, name, count }) => (
        <a key={id} href={`#${id}`} aria-current={id === current || undefined}>
          <span>{`${name} `}</span>
          {count !== undefined && <span className="tabular-nums">{count}</span>}
        </a>
      ))}
    </nav>
  )
}

/** The last section that has reached the middle of the screen; the first one until any has. */
function useCurrentSection(): string {
  const [current, setCurrent] = useState('qc')
  useEffect(() => {
    const sections = [...document.querySelectorAll('#qc, #shipping, #reviews')]
    const follow = () => {
      const reached = sections.filter((section) => section.getBoundingClientRect().top <= innerHeight / 2)
      setCurrent(reached.at(-1)?.id ?? 'qc')
    }
    // Endless upwards, so that a jump past several of them is noticed as well.
    const observer = new IntersectionObserver(follow, { rootMargin: '1000000px 0px -50% 0px' })
    for (const section of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [])
  return current
}
