import './QcChecklist.css'
import { Check, ChevronDown, type LucideIcon, Minus, ZoomIn } from 'lucide-react'
import { useId, useState } from 'react'
import { type CheckPoint, checkPoints } from './check-points.ts'
import { type ChecklistAnswer, type ChecklistAnswers, readAnswers, saveAnswers } from './checklist-storage.ts'

/** Each mark has its own icon and text, so that color is not the only difference. */
const displayByMark: Record<NonNullable<ChecklistAnswer>, { label: string; Icon: LucideIcon }> = {
  seen: { label: 'Seen', Icon: Check },
  closer: { label: 'Look closer', Icon: ZoomIn },
  missing: { label: 'Not shown', Icon: Minus },
}
const marks = ['seen', 'closer', 'missing'] as const

/** The points of the checklist, with a hint for each. */
const points: Record<CheckPoint, { title: string; hint: string }> = {
  label: {
    title: 'Label and size tag',
    hint: 'Check spelling, size and seams in a close-up of the tag.',
  },
  colour: {
    title: 'Color in warehouse light',
    hint: 'Warehouse light changes colors. Compare with something white in the same photo.',
  },
  stitching: {
    title: 'Stitching',
    hint: 'Look for even stitches and no loose threads in close-ups of edges and corners.',
  },
  symmetry: {
    title: 'Symmetry',
    hint: 'Compare left and right. Prints and stripes should be level in a photo taken straight on.',
  },
  measurements: {
    title: 'Measurements',
    hint: 'The tape should lie flat and start at zero, seen from straight above.',
  },
}

/** A checklist for the photos of an item. The visitor's marks are stored on this device only. */
export function QcChecklist({ itemKey }: { itemKey: string }) {
  const [marksByPoint, setMarks] = useState<ChecklistAnswers>(() => readAnswers(itemKey))
  function handleMark(point: CheckPoint, value: ChecklistAnswer) {
    const next = { ...marksByPoint, [point]: value }
    setMarks(next)
    saveAnswers(itemKey, next)
  }
  return (
    <ul className="checklist">
      {checkPoints.map((point) => (
        <ChecklistPoint
          key={point}
          {...points[point]}
          mark={marksByPoint[point]}
          onMark={(value) => handleMark(point, value)}
        />
      ))}
    </ul>
  )
}

type ChecklistPointProps = {
  title: string
  hint: string
  mark: ChecklistAnswer
  onMark: (mark: ChecklistAnswer) => void
}

function ChecklistPoint({ title, hint, mark, onMark }: ChecklistPointProps) {
  const id = useId()
  const Icon = mark && displayByMark[mark].Icon
  return (
    <li className="checklist__point" data-mark={mark}>
      {Icon ? <Icon className="icon" aria-hidden /> : <span className="checklist__open" aria-hidden />}
      <label className="checklist__title" htmlFor={id}>
        {title}
      </label>
      <span className="checklist__mark">
        <select
          className="checklist__select"
          id={id}
          value={mark ?? ''}
          aria-describedby={`${id}-look`}
          onChange={({ target }) => onMark(marks.find((candidate) => candidate === target.value))}
        >
          <option value="">Not checked</option>
          {marks.map((option) => (
            <option key={option} value={option}>
              {displayByMark[option].label}
            </option>
          ))}
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
      <span className="checklist__look" id={`${id}-look`}>
        {hint}
      </span>
    </li>
  )
}
