import './AlignPanel.css'
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  type LucideIcon,
  Minus,
  Plus,
  RotateCcw,
  RotateCw,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { type Alignment, addToAlignment, unaligned } from './alignment.ts'
import { useAlignGestures } from './use-align-gestures.ts'

export type AlignPanelProps = {
  /** The element with both photos. */
  frame: RefObject<HTMLElement | null>
  alignment: Alignment
  /** Called while the photo is dragged. */
  onPreview: (alignment: Alignment) => void
  onChange: (alignment: Alignment) => void
  onDone: () => void
}

const keySteps: Partial<Record<string, Partial<Alignment>>> = {
  ArrowLeft: { x: -1 },
  ArrowRight: { x: 1 },
  ArrowUp: { y: -1 },
  ArrowDown: { y: 1 },
  '+': { scale: 1 },
  '=': { scale: 1 },
  '-': { scale: -1 },
  '[': { rotationDegrees: -1 },
  ']': { rotationDegrees: 1 },
}

/** Aligns the QC photo with the seller's by keys and buttons, and shows the values as text. */
export function AlignPanel({ frame, alignment, onPreview, onChange, onDone }: AlignPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const change = (step: Partial<Alignment>) => onChange(addToAlignment(alignment, step))
  useAlignGestures(frame, { alignment, onPreview, onChange })
  // The panel needs focus for its keys, at the start and after each use of the mouse.
  useEffect(() => {
    const takeFocus = () => panel.current?.focus({ preventScroll: true })
    const frameElement = frame.current
    if (matchMedia('(max-width: 899px)').matches) frameElement?.scrollIntoView({ block: 'start' })
    takeFocus()
    frameElement?.addEventListener('pointerdown', takeFocus)
    return () => frameElement?.removeEventListener('pointerdown', takeFocus)
  }, [frame])

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    const step = keySteps[key]
    if (key === 'Escape') onDone()
    else if (key === '0') onChange(unaligned)
    else if (step && key.startsWith('Arrow') && event.shiftKey) change(scaleStep(step, 5))
    else if (step) change(step)
    else return
    event.preventDefault()
  }

  const { x, y, scale, rotationDegrees } = alignment
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend
    <div
      className="align"
      role="group"
      aria-label="Align the QC photo"
      aria-describedby="align-hint"
      tabIndex={-1}
      ref={panel}
      onKeyDown={handleKey}
    >
      <div className="align__hint" id="align-hint">
        <p className="align__touch">
          Drag the QC photo onto the seller's. Pinch to size it, twist to turn it. Different angle? Pick
          another QC photo.
        </p>
        <p className="align__mouse">
          Drag the QC photo onto the seller's. Scroll to size it, pull a corner to turn it. Different angle?
          Pick another QC photo.
        </p>
        <p className="align__mouse">
          Keys: arrows move, <kbd>+</kbd> <kbd>-</kbd> size, <kbd>[</kbd> <kbd>]</kbd> turn, <kbd>0</kbd>{' '}
          resets, <kbd>Esc</kbd> ends.
        </p>
      </div>
      <Steps name="Move" value={`${formatNumber(x)}%, ${formatNumber(y)}%`}>
        <StepButton name="Left" Icon={ArrowLeft} onPress={() => change({ x: -1 })} />
        <StepButton name="Up" Icon={ArrowUp} onPress={() => change({ y: -1 })} />
        <StepButton name="Down" Icon={ArrowDown} onPress={() => change({ y: 1 })} />
        <StepButton name="Right" Icon={ArrowRight} onPress={() => change({ x: 1 })} />
      </Steps>
      <Steps name="Size" value={`${formatNumber(scale)}%`}>
        <StepButton name="Smaller" Icon={Minus} onPress={() => change({ scale: -1 })} />
        <StepButton name="Larger" Icon={Plus} onPress={() => change({ scale: 1 })} />
      </Steps>
      <Steps name="Turn" value={`${formatNumber(rotationDegrees)}°`}>
        <StepButton name="Turn left" Icon={RotateCcw} onPress={() => change({ rotationDegrees: -1 })} />
        <StepButton name="Turn right" Icon={RotateCw} onPress={() => change({ rotationDegrees: 1 })} />
      </Steps>
      <div className="align__acts">
        <button type="button" className="btn btn--quiet" onClick={() => onChange(unaligned)}>
          <Undo2 className="icon" aria-hidden />
          Reset
        </button>
        <button type="button" className="btn btn--brand" onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  )
}

type StepsProps = { name: string; value: string; children: ReactNode }

function Steps({ name, value, children }: StepsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a row of buttons
    <div className="align__steps" role="group" aria-label={name}>
      <span className="align__name" aria-hidden>
        {name}
      </span>
      <output className="align__value tabular-nums">{value}</output>
      <span className="align__buttons">{children}</span>
    </div>
  )
}

type StepButtonProps = { name: string; Icon: LucideIcon; onPress: () => void }

function StepButton({ name, Icon, onPress }: StepButtonProps) {
  return (
    <button type="button" className="btn btn--icon" onClick={onPress}>
      <Icon className="icon" aria-hidden />
      <span className="visually-hidden">{name}</span>
    </button>
  )
}

function scaleStep({ x = 0, y = 0 }: Partial<Alignment>, factor: number): Partial<Alignment> {
  return { x: x * factor, y: y * factor }
}

/** Formats a number with one decimal and a minus sign instead of a hyphen. */
function formatNumber(value: number): string {
  return String(Math.round(value * 10) / 10 + 0).replace('-', '−')
}
