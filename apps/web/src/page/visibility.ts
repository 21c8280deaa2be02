export type Box = [number, number, number, number];

/** A box of the page, by its place in document order; `last` is that of the last box inside it. */
interface Placed {
  box: Box;
  last: number;
}

/** An element whose visibility is asked once all boxes are known. */
interface Question {
  node: Element;
  place: number;
  box: Box;
  clip: Box;
  odd: boolean;
  answer: (visible: boolean) => void;
}

/** Boxes whose edges are nearer than this to a point may or may not hold it: the browser rounds. */
const EDGE = 1;

/** Finds out what can be seen, that is hit by a tap on its centre.
 *
 * The browser's own answer (`elementFromPoint`) takes a walk through all layers. It is asked only where something else might lie over
 * an element's centre: where no box but those around and inside it is near, the element or its content is what a tap hits.
 */
export function createVisibility(screen: Box) {
  const placed: Placed[] = [];
  const questions: Question[] = [];

  function covered(x: number, y: number, place: number): boolean {
    const end = placed[place]!.last;
    for (let other = 0; other < placed.length; other += 1) {
      const { box, last } = placed[other]!;
      if (x < box[0] - EDGE || x > box[2] + EDGE || y < box[1] - EDGE || y > box[3] + EDGE) continue;
      const around = other < place && last >= place;
      const inside = other >= place && other <= end;
      if (!around && !inside) return true;
    }
    return false;
  }

  function isVisible({ node, place, box, clip, odd }: Question): boolean {
    const [left, top, right, bottom] = intersect(box, clip);
    if (right <= left || bottom <= top) return false;
    // The centre of what the observer knows: the bounds cut to the screen only.
    const [l, t, r, b] = intersect(box, screen);
    const x = (l + r) / 2;
    const y = (t + b) / 2;
    const whole = l === box[0] && t === box[1] && r === box[2] && b === box[3];
    const inClip = x > clip[0] + EDGE && x < clip[2] - EDGE && y > clip[1] + EDGE && y < clip[3] - EDGE;
    if (!odd && whole && inClip && r - l > 2 * EDGE && b - t > 2 * EDGE && !covered(x, y, place)) return true;
    const hit = document.elementFromPoint(x, y);
    return hit !== null && node.contains(hit);
  }

  return {
    /** Begin a box; the number is to be closed after what is inside it. */
    open(box: Box): number {
      return placed.push({ box, last: placed.length }) - 1;
    },
    close(place: number): void {
      placed[place]!.last = placed.length - 1;
    },
    ask(question: Question): void {
      questions.push(question);
    },
    answer(): void {
      for (const question of questions) question.answer(isVisible(question));
    },
  };
}

export type Visibility = ReturnType<typeof createVisibility>;

export function intersect(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}
