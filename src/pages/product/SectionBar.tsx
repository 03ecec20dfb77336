import './SectionBar.css'
import { useEffect, useState } from 'react'

type SectionBarProps = { qcCount: number; reviewCount: number }

/** The way to the page's later parts: plain anchors that stay in sight. */
export function SectionBar({ qcCount, reviewCount }: SectionBarProps) {
  const current = useCurrentSection()
  const links = [
    { id: 'qc', name: 'QC Photos', count: qcCount },
    { id: 'reviews', name: 'Reviews', count: reviewCount },
  ]
  return (
    <nav className="section-bar" aria-label="On this page">
      {links.map(({ id, name, count }) => (
        <a key={id} href={`#${id}`} aria-current={id === current || undefined}>
          {name} <span className="num">{count}</span>
        </a>
      ))}
    </nav>
  )
}

/** The section across the middle of the screen; the first one until any is. */
function useCurrentSection(): string {
  const [current, setCurrent] = useState('qc')
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)
        if (entered) setCurrent(entered.target.id)
      },
      { rootMargin: '-50% 0px -50% 0px' },
    )
    for (const section of document.querySelectorAll('#qc, #reviews')) observer.observe(section)
    return () => observer.disconnect()
  }, [])
  return current
}
