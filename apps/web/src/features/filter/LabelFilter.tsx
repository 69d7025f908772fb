import { labelRequirements, labelSelectorFault } from '@gcscope/gc-core/wire';
import { type ReactNode, useState } from 'react';
import { Button, FieldError, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { IdleButton } from '../../ui/IdleButton.tsx';
import { LabelsInUse } from './LabelsInUse.tsx';

export interface LabelFilterProps {
  /** Gets the requirements of a label selector. */
  readonly onAdd: (requirements: readonly string[]) => void;
  readonly onToggle: (labels: readonly string[]) => void;
}

/** Takes a label selector as kubectl does, and offers the labels in use when they are wanted. */
export function LabelFilter({ onAdd, onToggle }: LabelFilterProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SelectorField onAdd={onAdd} />
      {isOpen ? (
        <LabelsInUse onToggle={onToggle} />
      ) : (
        <Button className="button" data-quiet="" onPress={() => setOpen(true)}>
          Show the labels in use
        </Button>
      )}
    </>
  );
}

function SelectorField({ onAdd }: Pick<LabelFilterProps, 'onAdd'>): ReactNode {
  const [selector, setSelector] = useState('');
  const [fault, setFault] = useState<string>();
  const isEmpty = selector.trim() === '';
  const add = (): void => {
    if (isEmpty) return;
    const found = labelSelectorFault(selector);
    setFault(found);
    if (found !== undefined) return;
    onAdd(labelRequirements(selector));
    setSelector('');
  };
  return (
    <Form
      className="filter-group"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        className="text-field filter-label"
        value={selector}
        onChange={setSelector}
        isInvalid={fault !== undefined}
        validationBehavior="aria"
      >
        <Label className="caption">Label</Label>
        <span className="filter-label-line">
          <Input placeholder="app=web, tier in (a,b)" />
          <IdleButton type="submit" className="button" isIdle={isEmpty}>
            Add
          </IdleButton>
        </span>
        <FieldError className="filter-fault">{fault}</FieldError>
        <Text slot="description" className="filter-more soft">
          gcscope keeps no labels: it asks the API server.
        </Text>
      </TextField>
    </Form>
  );
}
