// Where the editor stands: at the desk, or on the stage, whose code it is then. So
// there is one text, and the lines that one writes are those that run.

import type { Marks } from "./host";

/** The editor, as far as its place goes. */
export interface Seated {
  /** Goes into an element; undefined: back to where it began. */
  into(slot: HTMLElement | undefined): void;
  mark(marks: Marks | undefined): void;
}

export class Place {
  private editor: Seated | undefined;
  private slot: HTMLElement | undefined;
  private marks: Marks | undefined;

  constructor(private readonly tell: (staged: boolean) => void) {}

  /** The editor is there; what is returned says that it is gone. */
  seat(editor: Seated): () => void {
    this.editor = editor;
    editor.into(this.slot);
    if (this.marks) editor.mark(this.marks);
    return () => { if (this.editor === editor) this.editor = undefined; };
  }

  /** A stage takes the editor; what is returned gives it back, unless another took it since. */
  take(slot: HTMLElement): () => void {
    this.go(slot);
    return () => {
      if (this.slot !== slot) return;
      this.mark(undefined);
      this.go(undefined);
    };
  }

  mark(marks: Marks | undefined): void {
    this.marks = marks;
    this.editor?.mark(marks);
  }

  private go(slot: HTMLElement | undefined): void {
    this.slot = slot;
    this.editor?.into(slot);
    this.tell(slot !== undefined);
  }
}
