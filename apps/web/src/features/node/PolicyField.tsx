import { RotateCcw } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from 'react-aria-components';
import { useDebounced } from '../../address/use-debounced.ts';

export interface PolicyFieldProps {
  readonly word: string;
  readonly meaning: string;
  /** Distinguishes fields with the same label. */
  readonly group: string;
  readonly unit: string;
  /** Names of the field as a flag and in a KubeletConfiguration. */
  readonly spellings: readonly string[];
  /** The meaning of a special value. */
  readonly note?: string;
  readonly value: string;
  /** Value without changes. */
  readonly own: string;
  /** Whole numbers between these, or one of `stops`. */
  readonly low?: number;
  readonly high?: number;
  readonly stops?: readonly string[];
  readonly onChange: (value: string) => void;
}

/** A field of a policy, as a slider and as text, with a button that resets it. */
export function PolicyField(props: PolicyFieldProps): ReactNode {
  const { word, meaning, group, unit, spellings, note, own, stops } = props;
  const [text, setText] = useDebounced(props.value, (typed) => {
    // The text may be half of a number.
    if (typed !== '' && typed !== '-') props.onChange(typed);
  });
  const id = useId();
  const isChanged = text !== own;
  const label = `${word}, ${group}`;
  const { low, high, place, at } = slider(props, text);
  return (
    <div className="field" data-changed={isChanged ? '' : undefined}>
      <label htmlFor={id} className="field-word" title={meaning}>
        {word}
        <span className="hidden-visually">
          , {group}. {meaning}
        </span>
      </label>
      <span className="field-value">
        {isChanged && (
          <Button
            className="button"
            data-quiet=""
            data-square=""
            aria-label={`${label}: back to ${own}${unit}`}
            onPress={() => setText(own)}
          >
            <RotateCcw size={13} />
          </Button>
        )}
        <input
          id={id}
          className="field-text"
          inputMode={stops ? 'text' : 'numeric'}
          value={text}
          onChange={({ target }) => setText(target.value.trim())}
        />
        <span className="soft field-unit">{unit}</span>
      </span>
      <input
        type="range"
        className="field-range"
        aria-label={`${label}, as a slider`}
        aria-valuetext={`${text}${unit}`}
        min={low}
        max={high}
        value={place}
        onChange={({ target }) => setText(at(Number(target.value)))}
      />
      {note !== undefined && <span className="field-spelling">{note}</span>}
      {spellings.map((spelling) => (
        <code key={spelling} className="field-spelling name">
          {spelling}
        </code>
      ))}
    </div>
  );
}

interface Slider {
  readonly low: number;
  readonly high: number;
  readonly place: number;
  readonly at: (place: number) => string;
}

function slider({ stops, low = 0, high = 100 }: PolicyFieldProps, text: string): Slider {
  if (!stops) {
    const number = Number(text);
    const place = Number.isFinite(number) ? Math.min(high, Math.max(low, number)) : low;
    return { low, high, place, at: String };
  }
  const place = stops.findLastIndex((stop) => (secondsOf(stop) ?? 0) <= (secondsOf(text) ?? 0));
  return {
    low: 0,
    high: stops.length - 1,
    place: Math.max(0, place),
    at: (index) => stops[index] ?? text,
  };
}

const SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };

/** Exact enough for a slider; the core parses durations as the kubelet does. */
function secondsOf(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)([hms])/g)];
  if (parts.length === 0) return undefined;
  return parts.reduce(
    (sum, [, count, unit = 's']) => sum + Number(count) * (SECONDS[unit] ?? 1),
    0,
  );
}
