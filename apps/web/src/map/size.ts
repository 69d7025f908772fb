/** The canvas in CSS px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}
