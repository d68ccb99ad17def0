import './choices.css';

interface ChoicesProps<Value> {
  legend: string;
  /** Of the group of radio buttons. */
  name: string;
  choices: { value: Value; words: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few of one kind, all in sight. */
export function Choices<Value>({ legend, name, choices, value, onChange }: ChoicesProps<Value>) {
  return (
    <fieldset className="field">
      <legend className="field-label choices-legend">{legend}</legend>
      <div className="choices">
        {choices.map((choice) => (
          <label key={choice.words} className="choice">
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
            />
            {choice.words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
