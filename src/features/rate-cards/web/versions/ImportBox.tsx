import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import type { RateCardSummary } from '../../contract.ts'
import { type ImportProblem, maxErrors, useCardImport } from './card-import.ts'
import './ImportBox.css'

/** Imports a rate card from a file that is chosen or dropped here. */
export function ImportBox({ onImported }: { onImported: (card: RateCardSummary) => void }) {
  const { isBusy, problem, importFile } = useCardImport(onImported)
  const picker = useRef<HTMLInputElement>(null)
  const { isOver, ...dropHandlers } = useFileDrop(importFirst)

  function importFirst(files: FileList | null) {
    const [file] = files ?? []
    if (file) void importFile(file)
    if (picker.current) picker.current.value = '' // so that the same file can be chosen again
  }

  return (
    <section
      className="import-box"
      data-over={isOver || undefined}
      aria-labelledby="import-title"
      {...dropHandlers}
    >
      <FileUp className="icon" aria-hidden />
      <h2 className="import-box__title" id="import-title">
        Import a rate card
      </h2>
      <p>A rate-card/1 JSON file. We check and compare it here; it goes live only when you activate it.</p>
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
        accept=".json,application/json"
        hidden
        aria-labelledby="import-title"
        onChange={({ target }) => importFirst(target.files)}
      />
      {problem && <ImportProblemNote problem={problem} />}
    </section>
  )
}

function ImportProblemNote({ problem: { title, text, errors } }: { problem: ImportProblem }) {
  return (
    <Callout variant="bad" title={title} className="import-box__problem" role="alert">
      {text && <p>{text}</p>}
      {errors.length > 0 && (
        <ul className="import-box__faults">
          {errors.map((error, index) => (
            <li key={index}>
              <code>{error.path}</code>
              <span>{` ${error.text}`}</span>
            </li>
          ))}
        </ul>
      )}
      {errors.length === maxErrors && <p>{`These are the first ${maxErrors}.`}</p>}
      <p>Nothing was changed.</p>
    </Callout>
  )
}

/** Event handlers for files that are dragged over an element and dropped there. */
function useFileDrop(onDrop: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isOver,
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      onDrop(event.dataTransfer.files)
    },
  }
}
