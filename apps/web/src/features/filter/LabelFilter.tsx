import { labelRequirements, labelSelectorFault } from '@gcscope/gc-core/wire';
import { type ReactNode, useState } from 'react';
import { Button, FieldError, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { useGo } from '../../address/navigation.tsx';
import { IdleButton } from '../../ui/IdleButton.tsx';
import { LabelsInUse } from './LabelsInUse.tsx';

/** Takes a label selector as kubectl does, and offers the labels in use when they are wanted. */
export function LabelFilter(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SelectorField />
      {isOpen ? (
        <LabelsInUse />
      ) : (
        <Button className="button" data-quiet="" onPress={() => setOpen(true)}>
          Show the labels in use
        </Button>
      )}
    </>
  );
}

function SelectorField(): ReactNode {
  const go = useGo();
  const [selector, setSelector] = useState('');
  const [fault, setFault] = useState<string>();
  const isEmpty = selector.trim() === '';
  const add = (): void => {
    if (isEmpty) return;
    const found = labelSelectorFault(selector);
    setFault(found);
    if (found !== undefined) return;
    const added = labelRequirements(selector);
    go(({ labels }) => ({ labels: [...new Set([...labels, ...added])], camera: undefined }));
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
          gcscope stores no labels: it reads them from the API server.
        </Text>
      </TextField>
    </Form>
  );
}
