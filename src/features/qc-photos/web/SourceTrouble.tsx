import { describeFailure, getSourceNotes } from './source-errors.ts'
import type { QcPhotos } from './use-qc-photos.ts'

/**
 * The failed sources as text: beside photos a line for each, without any the reason why the answer is
 * unknown.
 */
export function SourceTrouble({ qc }: { qc: QcPhotos }) {
  if (qc.state !== 'photos') return <span>{describeFailure(qc)}</span>
  return getSourceNotes(qc).map((note) => <p key={note}>{note}</p>)
}
