import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import type { RateCardSummary } from '../../contract.ts'
import { acceptedFileTypes } from './card-file.ts'
import { type ImportProblem, maxFaults, useCardImport } from './card-import.ts'
import './ImportBox.css'

/** Takes a rate card in from a file, chosen or dropped here. */
export function ImportBox({ onImported }: { onImported: (card: RateCardSummary) => void }) {
  const { isBusy, problem, take } = useCardImport(onImported)
  const picker = useRef<HTMLInputElement>(null)
  const { isOver, ...drop } = useDrop(takeFirst)

  function takeFirst(files: FileList | null) {
    const [file] = files ?? []
    if (file) void take(file)
    if (picker.current) picker.current.value = '' // the same file may be chosen again
  }

  return (
    <section className="import-box" data-over={isOver || undefined} aria-labelledby="import-title" {...drop}>
      <FileUp className="icon" aria-hidden />
      <h2 className="import-box__title" id="import-title">
        Import a rate card
      </h2>
      <p>
        A rate-card/1 JSON file, or tiers for the active card as CSV. We check and compare it here; it goes
        live only when you activate it.
      </p>
      <button
        type="button"
        className="btn"
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={() => isBusy || picker.current?.click()}
      >
        {isBusy && <Spinner />}
        <span>{isBusy ? 'Importing…' : 'Choose a file'}</span>
      </button>
      <input
        ref={picker}
        type="file"
        accept={acceptedFileTypes}
        hidden
        aria-labelledby="import-title"
        onChange={({ target }) => takeFirst(target.files)}
      />
      {problem && <ImportProblemNote problem={problem} />}
    </section>
  )
}

function ImportProblemNote({ problem: { title, text, faults } }: { problem: ImportProblem }) {
  return (
    <Callout variant="bad" title={title} className="import-box__problem" role="alert">
      {text && <p>{text}</p>}
      {faults.length > 0 && (
        <ul className="import-box__faults">
          {faults.map((fault, place) => (
            <li key={place}>
              <code>{fault.place}</code>
              <span>{` ${fault.text}`}</span>
            </li>
          ))}
        </ul>
      )}
      {faults.length === maxFaults && <p>{`These are the first ${maxFaults}.`}</p>}
      <p>Nothing was changed.</p>
    </Callout>
  )
}

/** Files that are dragged over something and dropped there. */
function useDrop(onDrop: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  const bearsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isOver,
    onDragOver(event: DragEvent) {
      if (!bearsFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop(event: DragEvent) {
      if (!bearsFiles(event)) return
      event.preventDefault()
      setOver(false)
      onDrop(event.dataTransfer.files)
    },
  }
}
