import { describeFailure, getSourceNotes } from './source-errors.ts'
import type { QcPhotos } from './use-qc-photos.ts'

/**
 * The failed sources as text: one line for each when there are photos, otherwise the reason why the result is unknown.
 */
export function SourceTrouble({ qc }: { qc: QcPhotos }) {
  if (qc.state !== 'photos') return <span>{describeFailure(qc)}</span>
  return getSourceNotes(qc).map((note) => <p key={note}>{note}</p>)
}
